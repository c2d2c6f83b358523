import { eofSchema, type Eof, type Frame } from '../../src/contract/index.ts'

export type ReadNdjson = { frames: Frame[]; eof: Eof }

export const NDJSON = { accept: 'application/x-ndjson' }

/** Reads an NDJSON response to its end: frames, then exactly one eof, the last line. */
export async function readNdjson(response: Response): Promise<ReadNdjson> {
  const raw = await response.text()
  if (!raw.endsWith('\n')) throw new Error(`the last line has no end: ${JSON.stringify(raw.slice(-80))}`)
  const lines = raw
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as Frame)
  const eofs = lines.filter(({ event_type }) => (event_type as string) === 'eof')
  if (eofs.length !== 1 || eofs[0] !== lines.at(-1)) throw new Error(`not one eof at the end: ${raw}`)
  return { frames: lines.slice(0, -1), eof: eofSchema.parse(eofs[0]) }
}
