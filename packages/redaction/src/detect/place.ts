import { before, type Window } from '../window.ts'

const copies =
  /(?:^|[\s;&|"'`(])(?:scp|rsync|(?:docker|podman|nerdctl|crane|skopeo) (?:pull|push|run|tag|copy)|(?:npm|pnpm|yarn|bun) (?:i|add|install)) [^\n;&|]{0,80}$/
const copyChars = 112

/** Whether the colon at `at` is in a command that copies or fetches. A path or a tag follows then, and no password. */
export const isPlace = (window: Window, at: number): boolean => copies.test(before(window, at, copyChars))
