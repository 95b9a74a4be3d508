"""Schemas of messages."""


def closed(schema):
    """The same schema without additional properties: our own messages have none."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    out = {key: closed(value) for key, value in schema.items()}
    if "properties" in out and out.get("type") == "object":
        out.setdefault("additionalProperties", False)
    return out
