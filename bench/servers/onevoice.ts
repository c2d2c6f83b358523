import { main } from '../../src/cli/index.ts'

/** OneVoice itself: what `onevoice serve` does, in the process that is measured. */
process.exitCode = await main(['serve'])
