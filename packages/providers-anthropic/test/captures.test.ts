import { describeCaptures, describeServerCaptures } from '@reason/exchanges/captures'
import { wire } from './events.ts'

describeCaptures(wire, { moreThan: 20 })
describeServerCaptures(wire, { moreThan: 2 })
