// roles
