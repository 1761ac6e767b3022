import { before, type Window } from '../window.ts'

const copies =
  /(?:^|[\s;&|"'`(])(?:scp|rsync|(?:docker|podman|nerdctl|crane|skopeo) (?:pull|push|run|tag|copy)) (?:[^\s;&|]{1,32} ){0,4}[^\s;&|=]{0,32}$/
const copyChars = 192

/**
 * Whether the colon at `at` is in an argument of a command that copies or fetches. A path or a tag follows then, and no password. Arguments with an
 * equals sign set variables: `-e LOGIN=app:…`.
 */
export const isPlace = (window: Window, at: number): boolean => copies.test(before(window, at, copyChars))
