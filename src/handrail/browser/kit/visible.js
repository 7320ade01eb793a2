// visible
