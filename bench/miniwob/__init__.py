"""Solvers of the tasks of MiniWoB++, which see results of tools only, and the suite that runs them."""
