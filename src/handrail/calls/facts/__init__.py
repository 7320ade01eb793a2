"""What policy needs to know of a call: of the element, its form and document, the address, the text, the file."""
