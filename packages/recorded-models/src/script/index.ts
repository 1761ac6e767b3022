export { cutTurn, type CutTurn, type Piece, type Script, type Token } from './script.ts'
export { writeStream, writeWhole } from './wire-form.ts'
