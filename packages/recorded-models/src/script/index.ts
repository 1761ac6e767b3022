export { cutTurn, type CutTurn, type ScriptPiece, type Script, type ScriptToken } from './script.ts'
export { writeStream, writeWhole } from './wire-form.ts'
