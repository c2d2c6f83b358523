let last = 0

/** A number that no other body, frame or file has. */
export function nextKey(): number {
  last += 1
  return last
}
