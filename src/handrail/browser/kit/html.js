// html
