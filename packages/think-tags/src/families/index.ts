import type { Family } from './family.ts'
import { fromTemplates } from './from-templates.ts'
import { named } from './named.ts'
import { prompted } from './prompted.ts'

/** Known families of models. Models that write Harmony (gpt-oss) are left out on purpose, because a pair of tags would split them wrongly. */
export const families: readonly Family[] = [...fromTemplates, ...named, ...prompted]

const byId: ReadonlyMap<unknown, Family> = new Map(families.map((family) => [family.id, family]))

export const familyCalled = (id: unknown): Family | undefined => byId.get(id)
