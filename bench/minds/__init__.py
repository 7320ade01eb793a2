"""Tasks for fresh minds in the agent's own loop, and replays of recorded ones.

    python -m bench.minds list                       the tasks
    python -m bench.minds play TASK FOLDER           carry one out; whoever answers in FOLDER is the model
    python -m bench.minds next FOLDER                what the model is newly sent
    python -m bench.minds answer FOLDER JSON         {"text": "…", "calls": [{"name": "back", "params": {}}]}
    python -m bench.minds record TASK FOLDER         keep its decisions (bench/data/minds/TASK.json)
    python -m bench.minds replay [TASK ...]          carry out recorded decisions again: ends, requests, characters

A fresh mind knows nothing of the code and answers from what `next` shows. What it decided is kept without refs and
ports, so that it can be carried out again after a change: the same decisions must lead to the same ends, and the table
says what the requests weigh now.
"""
