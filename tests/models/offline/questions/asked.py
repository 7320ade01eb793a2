"""What `offline` is asked on pages that nobody here wrote, and the right answers.

The Python and Node.js documentation, the Cypress kitchen sink and MiniWoB are whole pages from their packages
(`bench.corpus`). Half of the questions are put in other words than the page's or the manual's.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Asked:
    """A question or instruction, where it is asked, and the answer.

    Args:
        says: words that the answer has to hold.
        data: what the answer's data has to hold; ``...`` stands for anything.
    """

    source: str
    page: str
    task: str
    says: tuple[str, ...] = ()
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return f"{self.source}/{self.page.removesuffix('.html')}: {self.task}"


@dataclass(frozen=True)
class Episode:
    """A task of MiniWoB, judged by the page itself. ``pattern`` reads the page's wording, ``task`` puts it in ours;
    without them the page's own words are the task."""

    name: str
    pattern: str = ""
    task: str = ""

    @property
    def id(self) -> str:
        return f"{self.name}: {self.task or 'in its own words'}"


JSON_SECTIONS = [
    "Basic Usage",
    "Encoders and Decoders",
    "Exceptions",
    "Standard Compliance and Interoperability",
    "Command Line Interface",
]
FEED = "Feed the cat"
SENT = "Your form has been submitted!"

ANSWERED = [
    # Python documentation
    Asked("python", "library/json.html", "How many functions are there?", data={"count": 4}),
    Asked("python", "library/json.html", "list the level 2 headings", data={"items": JSON_SECTIONS}),
    Asked("python", "library/json.html", "Which exceptions does the module define?", says=("1 ", "JSONDecodeError")),
    Asked("python", "library/json.html", "Where does the link json.tool lead?", says=("#module-json.tool",)),
    Asked("python", "library/json.html", "where would I end up if I click json.tool?", says=("#module-json.tool",)),
    Asked(
        "python",
        "library/json.html",
        "According to the table, what is the Python type of number (int)?",
        data={"value": "int"},
    ),
    Asked("python", "library/json.html", 'Is "YAML" on the page?', data={"found": True}),
    Asked("python", "library/json.html", "does it talk about protobuf anywhere?", data={"found": False}),
    Asked("python", "library/json.html", "go to the next page and tell me the main heading", says=("mailbox",)),
    Asked("python", "library/functions.html", "Is there a function called zip?", data={"found": True}, says=("zip(",)),
    Asked("python", "library/functions.html", "do you see any function called frobnicate?", data={"found": False}),
    Asked("python", "library/stdtypes.html", "What is the result of x * y?", data={"value": "product of x and y"}),
    Asked("python", "glossary.html", "what is the definition of EAFP?", says=("Easier to ask for forgiveness",)),
    Asked("python", "glossary.html", "what does LBYL mean?", says=("Look before you leap",)),
    Asked(
        "python",
        "index.html",
        "Open the Library Reference, follow json and tell me the page's main heading",
        says=("json — JSON encoder and decoder",),
    ),
    # Node.js documentation
    Asked("nodejs", "os.html", "How many tables are on this page?", data={"count": 6}),
    Asked(
        "nodejs",
        "os.html",
        "read the Priority constants table",
        says=("PRIORITY_HIGHEST",),
        data={"header": ["Constant", "Description"]},
    ),
    Asked("nodejs", "os.html", "What does SIGHUP mean?", says=("controlling terminal is closed",)),
    Asked("nodejs", "index.html", "take me to the Path docs, then count the h3 headings", data={"count": 16}),
    # The Cypress kitchen sink
    Asked("kitchensink", "commands/traversal.html", "What is the last name of Jane?", data={"value": "Lane"}),
    Asked("kitchensink", "commands/traversal.html", "tell me John's last name", data={"value": "Doe"}),
    Asked("kitchensink", "commands/traversal.html", "tell me which buttons are disabled", data={"items": ["Disabled"]}),
    Asked("kitchensink", "commands/traversal.html", "How many rows does the table have?", data={"count": 2}),
    Asked(
        "kitchensink",
        "commands/actions.html",
        "Type 'bob@x.de' into Email address; what is the value of Email address?",
        data={"value": "bob@x.de"},
    ),
    Asked(
        "kitchensink",
        "commands/actions.html",
        f'put code1 in the coupon code box, hit Submit, and check whether the page says "{SENT}"',
        data={"found": True},
    ),
    Asked(
        "kitchensink",
        "commands/actions.html",
        "pick oranges in the dropdown and tell me what is selected in the dropdown",
        data={"value": "oranges"},
    ),
    Asked("kitchensink", "commands/actions.html", "how many checkboxes are ticked?", data={"count": 3}),
    Asked("kitchensink", "todo.html", "How many todos are there?", data={"count": 2}),
    Asked(
        "kitchensink",
        "todo.html",
        f"Type '{FEED}' into What needs to be done? and press Enter, then list the todo items",
        data={"items": ["Pay electric bill", "Walk the dog", FEED]},
    ),
    Asked(
        "kitchensink",
        "todo.html",
        f"enter {FEED} in What needs to be done, hit return and tell me how many items are left",
        data={"count": 3},
    ),
    Asked("kitchensink", "todo.html", "tick Walk the dog and tell me how many items are left", data={"count": 1}),
    Asked(
        "kitchensink",
        "commands/querying.html",
        "Enter Bob as the name, bob@x.org as the email; what's written in the Email field?",
        data={"value": "bob@x.org"},
    ),
    # The demo shop
    Asked("demo", "pricing", "How many pricing tiers are there?", data={"count": 4}),
    Asked("demo", "pricing", "count the plans", data={"count": 4}),
]

EPISODES = [
    Episode("click-test-2"),
    Episode("click-link"),
    Episode("click-link", r'link "(.*)"', "would you please follow {0}?"),
    Episode("click-checkboxes"),
    Episode("click-checkboxes", r"Select (.*) and click", "tick {0}, then hit the Submit button"),
    Episode("choose-list"),
    Episode("choose-list", r"Select (.*) from", "From the dropdown pick {0} and press Submit"),
    Episode("enter-text"),
    Episode("enter-text", r'Enter "(.*)" into', "put {0} in the text box and push the Submit button"),
    Episode("enter-password"),
    Episode("enter-date"),
    Episode("login-user"),
    Episode("login-user", r'username "(.*)" and the password "(.*)" into', "log in as {0} with password {1}"),
    Episode("click-option", r"Select (.*) and click", "choose the option {0}; submit"),
    Episode("click-scroll-list"),
    Episode("click-tab"),
    Episode("click-collapsible"),
    Episode("click-dialog-2"),
    Episode("use-spinner"),
    Episode("use-spinner", r"Select (.*) with", "set the spinner to {0}, then submit"),
    Episode("read-table"),
    Episode("form-sequence-3"),
    Episode("click-button-sequence"),
]

REFUSED = [
    Asked("python", "library/json.html", "What is the capital of France?"),
    Asked("python", "library/json.html", "How many unicorns are there?"),
    Asked("python", "library/json.html", "who is the author?"),
    Asked("python", "library/json.html", "read the Users table"),
    Asked("python", "glossary.html", "what is the definition of frobnication?"),
    Asked("nodejs", "os.html", "How much does SIGHUP cost?"),
    Asked("nodejs", "path.html", "How many stars does this repository have?"),
    Asked("kitchensink", "commands/traversal.html", "What is John's phone number?"),
    Asked("kitchensink", "commands/traversal.html", "where does the Donate link lead?"),
    Asked("kitchensink", "commands/actions.html", "is the Newsletter box ticked?"),
    Asked("kitchensink", "todo.html", "list the opening hours"),
    Asked("demo", "pricing", "How much does the Galaxy plan cost?"),
]
"""Questions that the page does not answer."""

NOT_UNDERSTOOD = [
    Asked("python", "library/json.html", "Summarize this page"),
    Asked("python", "library/json.html", "how do I parse a file that holds several documents?"),
    Asked("python", "library/json.html", "which of these functions is the fastest one for my use?"),
    Asked("kitchensink", "todo.html", "prioritise my day and tell my boss"),
]

AMBIGUOUS = [
    Asked("kitchensink", "commands/traversal.html", 'click "Button"', says=("2 things", ".last()", ".not()")),
    Asked("python", "library/json.html", "read the table", says=("2 tables",)),
]
