import { openKeyFile } from '../src/index.ts'

const [path = '', count = '0'] = process.argv.slice(2)
const file = openKeyFile(path)
for (let index = 0; index < Number(count); index++) await file.create({ name: `${process.pid}-${index}` })
