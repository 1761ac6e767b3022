import { asText, isEmpty, isScalar, type Loose } from '../values/loose.ts'

/** Maximum number of remembered fields. An upstream could use new names in each event of an endless stream. */
const most = 1000

/** Emits the fields of an object that are not in `own`. A field that every event repeats is emitted only when it changes. */
export function createExtras(own: ReadonlySet<string>, emit: (field: string, value: unknown) => void): (holder: Loose) => void {
  const last = new Map<string, unknown>()
  return (holder) => {
    for (const field in holder) {
      if (own.has(field)) continue
      const value = holder[field]
      if (isEmpty(value)) continue
      const print = isScalar(value) ? value : asText(value)
      if (last.get(field) === print) continue
      if (last.size >= most) last.clear()
      last.set(field, print)
      emit(field, value)
    }
  }
}
