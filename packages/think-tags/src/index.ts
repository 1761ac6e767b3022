export { findFamily, type Family } from './families/family.ts'
export { families, familyCalled } from './families/index.ts'
export { thinkTagsOptions, type ThinkTagsOptions } from './options.ts'
export { default, thinkTags } from './think-tags.ts'
