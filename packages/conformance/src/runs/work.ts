/**
 * Counts the characters that string and pattern methods read while `action` runs.
 *
 * Strings cannot be observed from outside. So during the call, wrappers replace the methods on their prototypes, and add up the cost that engines have:
 * a search costs the skipped text, a copy its length, a slice 1 (it is a view). The count is the same on every machine and in every run.
 *
 * `text[i]`, `===`, `+` and previously stored methods are not counted. Use `charCodeAt` in a scan, as is usual.
 *
 * `action` must be synchronous. The action runs more slowly, with unchanged results.
 *
 * @param most - Limit at which the counted call throws, which ends the action. Default: no limit.
 * @returns Characters read. If more than `most`: a lower bound.
 */
export function countWork(action: () => void, most = Number.POSITIVE_INFINITY): number {
  let work = 0
  const tooMuch = new Error('The text was read more often than the limit of countWork allows.')
  const add = (cost: number) => {
    work += cost
    if (work > most) throw tooMuch
  }
  const restore: (() => void)[] = []
  const count = (target: object, costs: Record<PropertyKey, Cost>) => {
    for (const name of Reflect.ownKeys(costs)) {
      const original = Object.getOwnPropertyDescriptor(target, name)
      if (original?.configurable !== true || typeof original.value !== 'function') continue
      const cost = costs[name]!
      const counted = function (this: unknown, ...args: unknown[]): unknown {
        const result: unknown = Reflect.apply(original.value, this, args)
        add(cost(this, args, result))
        return result
      }
      Object.defineProperty(target, name, { ...original, value: counted })
      restore.push(() => Object.defineProperty(target, name, original))
    }
  }

  try {
    restore.push(countPatterns(add))
    count(Array.prototype, { join: (_, __, result) => lengthOf(result) })
    count(String.prototype, stringCosts)
    action()
  } catch (error) {
    if (error !== tooMuch) throw error
  } finally {
    for (const undo of restore.reverse()) undo()
  }
  return work
}

/** Cost of a call, from its receiver, arguments and result. Must not call a counted method itself. */
type Cost = (self: unknown, args: readonly unknown[], result: unknown) => number

const plainIndexOf = String.prototype.indexOf
const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : 0)
const one: Cost = () => 1
const all: Cost = (self) => lengthOf(self) + 1
const result: Cost = (_, __, made) => lengthOf(made) + 1
const numberOf = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback)

const forward: Cost = (self, args, at) => {
  const length = lengthOf(self)
  const from = Math.min(Math.max(numberOf(args[1], 0), 0), length)
  const hit = typeof at === 'number' && at !== -1
  return (hit ? (at as number) - from + lengthOf(args[0]) : length - from) + 1
}
const backward: Cost = (self, args, at) => {
  const from = Math.min(numberOf(args[1], Number.POSITIVE_INFINITY), lengthOf(self))
  return (at === -1 ? from : from - (at as number)) + 1
}
const comparison: Cost = (self, args) => Math.min(lengthOf(self), lengthOf(args[0])) + 1

const stringCosts: Record<PropertyKey, Cost> = {
  indexOf: forward,
  // A boolean does not contain the position.
  includes: (self, args) => forward(self, args, Reflect.apply(plainIndexOf, self, args)),
  lastIndexOf: backward,
  startsWith: comparison,
  endsWith: comparison,
  localeCompare: comparison,
  charCodeAt: one,
  codePointAt: one,
  charAt: one,
  at: one,
  slice: one,
  substring: one,
  substr: one,
  split: all,
  replace: all,
  replaceAll: all,
  search: all,
  trim: all,
  trimStart: all,
  trimEnd: all,
  toLowerCase: all,
  toUpperCase: all,
  normalize: all,
  isWellFormed: all,
  toWellFormed: all,
  concat: result,
  repeat: result,
  padStart: result,
  padEnd: result,
  [Symbol.iterator]: all,
}

/** Counts pattern methods through `exec`, which `test`, `match`, `matchAll`, `split` and `replace` all call. */
function countPatterns(add: (cost: number) => void): () => void {
  const original = RegExp.prototype.exec
  RegExp.prototype.exec = function exec(text: string): RegExpExecArray | null {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const found = Reflect.apply(original, this, [text]) as RegExpExecArray | null
    add((found === null ? Math.max(0, lengthOf(text) - from) : found.index + found[0].length - from) + 1)
    return found
  }
  return () => {
    RegExp.prototype.exec = original
  }
}
