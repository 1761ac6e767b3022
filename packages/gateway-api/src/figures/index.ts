export { added, sumOf } from './counts.ts'
export { between, medianRange, type Range } from './distribution.ts'
export { begin, type Figures, figuresOf, type KnownFigures, withGeneration, withState } from './figures.ts'
export { type FirstPiece, firstTimes, median, percentile } from './first-times.ts'
