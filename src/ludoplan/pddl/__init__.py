"""PDDL: parser, printer, plan files, and the reference semantics by which plans are validated."""
