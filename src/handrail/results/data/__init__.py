"""What the data of each tool's result holds: the types that handlers declare and programs read, by subject.

``Text`` is the type of text from outside: `handrail.trust.External`, or ``str`` where a program asked for plain text.
"""
