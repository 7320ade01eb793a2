"""Mutation testing: how many small faults in the code do its tests notice?"""
