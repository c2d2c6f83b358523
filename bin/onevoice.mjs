#!/usr/bin/env node
// Plain JavaScript that any Node still around can read: it only sees to it that the rest runs on the right one.
var NEEDED = 24

if (parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(
    'OneVoice needs Node ' +
      NEEDED +
      ' or newer, and this is Node ' +
      process.version +
      ': use `npm start` or `npx onevoice`, which bring it.\n',
  )
  process.exitCode = 1
} else {
  import('../src/cli/index.ts')
    .then(function (cli) {
      return cli.main(process.argv.slice(2))
    })
    .then(function (code) {
      process.exitCode = code
    })
}
