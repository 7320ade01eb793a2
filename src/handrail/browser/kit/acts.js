// acts
