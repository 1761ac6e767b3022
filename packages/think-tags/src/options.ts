import * as z from 'zod/mini'
import { families } from './families/index.ts'
import { familyIds } from './families/family.ts'
import { formatOptions } from './format-options.ts'

/** Options of the think-tags adapter. Omitted options come from the model's family, or have their default. */
export const thinkTagsOptions = z
  .extend(formatOptions, {
    /** Id of a row in the family table. Overrides `model`. */
    family: z.optional(z.enum(familyIds(families))),
    /** A model's name in any spelling (file, repository, tag), by which its family is found. */
    model: z.optional(z.string()),
  })
  .check(
    z.refine(({ startTag, endTag }) => endTag !== undefined || (startTag !== null && !(Array.isArray(startTag) && startTag.length === 0)), {
      path: ['endTag'],
      error: 'is needed if nothing opens the reasoning: name the tag or marker that ends it',
    }),
  )

/** Options as users write them. */
export type ThinkTagsOptions = z.input<typeof thinkTagsOptions>
/** Validated options. */
export type CheckedOptions = z.output<typeof thinkTagsOptions>
