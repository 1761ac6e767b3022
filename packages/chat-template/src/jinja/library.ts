import * as library from '@huggingface/jinja'

// The library's declarations import each other without extensions, which NodeNext does not find: what is used of it is typed here.

/** A node of the syntax tree. */
export type Node = { readonly type: string } & Record<string, unknown>

/** A value at run time. `type` is the name of its class. */
export interface Value {
  readonly type: string
  readonly value: unknown
}

export interface Scope {
  set(name: string, value: unknown): Value
}

interface LibraryInterpreter {
  run(program: Node): Value
  evaluate(node: Node | undefined, scope: Scope): Value
}

export const Environment = library.Environment as new () => Scope
export const Interpreter = library.Interpreter as new (scope: Scope) => LibraryInterpreter

/** @throws {SyntaxError} for what is no Jinja. */
export function parseTemplate(source: string): Node {
  const { parse, tokenize } = library as unknown as { parse(tokens: unknown): Node; tokenize(source: string, options: object): unknown }
  return parse(tokenize(source, { lstrip_blocks: true, trim_blocks: true }))
}

/** A value of the interpreter from a plain one: its classes are not exported. */
export const runtime = (value: unknown): Value => new Environment().set('value', value)

/** A node that gives a value that is there already. */
export const held = (value: Value): Node => ({ type: 'Value', value })
