const flat = (unit: string, bytes: number): string => Buffer.alloc(bytes, unit).toString()

/** Of about 50 MB each, as JSON. Made when asked for. */
export const PAYLOADS = {
  'one string': (): unknown => flat('x', 50 * 1024 * 1024),
  'one string that JSON escapes': (): unknown => flat('"\n€', 50 * 1024 * 1024),
  'a million items': (): unknown =>
    Array.from({ length: 1_000_000 }, (_, index) => ({ id: `item_number_${index}`, n: index })),
  'lists of lists': (): unknown =>
    Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => [[flat('y', 2_500), [flat('z', 2_500)]]])),
  'a field of each name': (): unknown =>
    Object.fromEntries(Array.from({ length: 500_000 }, (_, index) => [`field_${index}`, `${index}`.repeat(12)])),
  bytes: (): unknown => Buffer.alloc(50 * 1024 * 1024, 1),
}
