/** Steps of an axis, in tokens, requests or seconds: one digit, because labels show few (a step of 0.25 would be labelled 0.3). */
export const axisSteps: number[] = [-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((power) =>
  [1, 2, 5].map((digit) => Number(`${digit}e${power}`)),
)
