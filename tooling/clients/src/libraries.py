"""Tool loops of the official libraries for Python, written as their documentation shows: `python libraries.py NAME URL MODEL PROMPT`."""

import json
import os
import sys


def read_file(path):
    with open(path, encoding="utf8") as file:
        return file.read()


def list_directory(path):
    return "\n".join(sorted(os.listdir(path)))


RUN = {"read_file": read_file, "list_directory": list_directory}
SCHEMA = {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"], "additionalProperties": False}
DESCRIPTION = "Works on a path."
MOST_STEPS = 8


def openai_client(url):
    from openai import OpenAI

    return OpenAI(base_url=f"{url}/v1", api_key="any-text")


def chat(url, model, prompt, is_stream):
    client = openai_client(url)
    tools = [{"type": "function", "function": {"name": name, "description": DESCRIPTION, "parameters": SCHEMA, "strict": True}} for name in RUN]
    messages = [{"role": "user", "content": prompt}]
    for _ in range(MOST_STEPS):
        if is_stream:
            with client.chat.completions.stream(model=model, messages=messages, tools=tools) as stream:
                for _event in stream:
                    pass
                message = stream.get_final_completion().choices[0].message
        else:
            message = client.chat.completions.create(model=model, messages=messages, tools=tools).choices[0].message
        messages.append(message)
        if not message.tool_calls:
            return message.content
        for call in message.tool_calls:
            result = RUN[call.function.name](**json.loads(call.function.arguments))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": result})


def responses(url, model, prompt, is_stream):
    client = openai_client(url)
    tools = [{"type": "function", "name": name, "description": DESCRIPTION, "parameters": SCHEMA, "strict": True} for name in RUN]
    items = [{"role": "user", "content": prompt}]
    for _ in range(MOST_STEPS):
        asked = {"model": model, "input": items, "tools": tools, "store": False, "include": ["reasoning.encrypted_content"]}
        if is_stream:
            with client.responses.stream(**asked) as stream:
                for _event in stream:
                    pass
                response = stream.get_final_response()
        else:
            response = client.responses.create(**asked)
        items = [*items, *response.output]
        calls = [item for item in response.output if item.type == "function_call"]
        if not calls:
            return response.output_text
        for call in calls:
            output = RUN[call.name](**json.loads(call.arguments))
            items.append({"type": "function_call_output", "call_id": call.call_id, "output": output})


def messages(url, model, prompt, is_stream):
    from anthropic import Anthropic

    client = Anthropic(base_url=url, api_key="any-text")
    tools = [{"name": name, "description": DESCRIPTION, "input_schema": SCHEMA} for name in RUN]
    turns = [{"role": "user", "content": prompt}]
    for _ in range(MOST_STEPS):
        asked = {"model": model, "max_tokens": 4000, "messages": turns, "tools": tools}
        if is_stream:
            with client.messages.stream(**asked) as stream:
                for _event in stream:
                    pass
                message = stream.get_final_message()
        else:
            message = client.messages.create(**asked)
        turns.append({"role": "assistant", "content": message.content})
        calls = [block for block in message.content if block.type == "tool_use"]
        if not calls:
            return "".join(block.text for block in message.content if block.type == "text")
        results = [{"type": "tool_result", "tool_use_id": call.id, "content": RUN[call.name](**call.input)} for call in calls]
        turns.append({"role": "user", "content": results})


LOOPS = {
    f"python-{name}{'-stream' if is_stream else ''}": (loop, is_stream)
    for name, loop in {"openai-chat": chat, "openai-responses": responses, "anthropic": messages}.items()
    for is_stream in (False, True)
}

if sys.argv[1] == "names":
    print("\n".join(LOOPS))
else:
    loop, is_stream = LOOPS[sys.argv[1]]
    print(loop(*sys.argv[2:5], is_stream))
