import { describeCaptures, describeServerCaptures } from '@reason/exchanges/captures'
import { wire } from './chunks.ts'

describeCaptures(wire, { moreThan: 100 })
describeServerCaptures(wire, { moreThan: 80 })
