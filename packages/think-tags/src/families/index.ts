import { familiesAToK } from './families-a-k.ts'
import { familiesLToZ } from './families-l-z.ts'
import type { Family } from './family.ts'
import { named } from './named.ts'
import { prompted } from './prompted.ts'

/** What is known of families of models. Those that write Harmony (gpt-oss) are left out on purpose: a pair of tags would split them wrongly. */
export const families: readonly Family[] = [...familiesAToK, ...familiesLToZ, ...named, ...prompted]
