import { one, two, form, type Form } from './form.ts'

/** The typed front. */
export const FRONTS: readonly Form[] = [
  form('emitStatus', `import { emitStatus } from '#kit'\nemitStatus(/*@*/'searching_offers', { tool_id: 1 })`),
  form('emitStatus from onevoice/kit', `import { emitStatus } from 'onevoice/kit'\nemitStatus('searching_offers')`),
  form('emitStatus renamed', `import { emitStatus as say } from '#kit'\nsay('searching_offers')`),
  form('emitStatus of a namespace', `import * as kit from '#kit'\nkit.emitStatus('searching_offers')`),
  form(
    'emitStatus destructured from a namespace',
    `import * as kit from '#kit'\nconst { emitStatus: say } = kit\nsay('searching_offers')`,
  ),
  form('an alias', `import { emitStatus } from '#kit'\nconst say = emitStatus\nsay('searching_offers')`),
  form('with a const', `import { emitStatus } from '#kit'\nconst ID = 'searching_offers'\nemitStatus(/*@*/ID)`),
  form(
    'both arms',
    `import { emitStatus } from '#kit'\nexport const f = (x) => emitStatus(x ? /*@*/'searching_offers' : /*@*/'comparing_offers')`,
    two,
  ),
  form(
    'forEach(emitStatus)',
    `import { emitStatus } from '#kit'\n;['searching_offers', 'comparing_offers'].forEach((id) => emitStatus(id))`,
    two,
  ),
  form(
    'call, apply and bind',
    `import { emitStatus } from '#kit'\nemitStatus.call(null, 'searching_offers')\nemitStatus.apply(null, ['comparing_offers'])\nemitStatus.bind(null, 'checking_stock')()`,
    ['searching_offers:ok', 'comparing_offers:ok', 'checking_stock:ok'],
  ),
  form(
    'a wrapper',
    `import { emitStatus } from '#kit'\nconst say = (id, fields) => emitStatus(id, fields)\nsay(/*@*/'searching_offers')`,
  ),
  form('from another file', `import { say } from './say.ts'\nsay('searching_offers')`, one, {
    'agents/shop/say.ts': `export { emitStatus as say } from '#kit'`,
  }),
  form('emitterFor', `import { emitterFor } from '#kit'\nconst say = emitterFor('shop')\nsay(/*@*/'searching_offers')`),
  form(
    'emitterFor, called at once',
    `import { emitterFor } from '#kit'\nemitterFor('shop')('searching_offers', { a: 1 })`,
  ),
  form(
    'emitterFor of a namespace',
    `import * as kit from '#kit'\nconst say = kit.emitterFor('shop')\nconst alias = say\nalias('searching_offers')`,
  ),
  form('emitterFor in another file', `import { status } from './status.ts'\nstatus('searching_offers')`, one, {
    'agents/shop/status.ts': `import { emitterFor } from '#kit'\nexport const status = emitterFor('shop')`,
  }),
  form('an id that is not known', `import { emitStatus } from '#kit'\nexport const f = (x) => emitStatus(/*@*/x.id)`, [
    '-:dynamic',
  ]),
  form('a typo', `import { emitStatus } from '#kit'\nemitStatus('serching_offers')`, ['serching_offers:unregistered']),
  form('an id that is not one', `import { emitStatus } from '#kit'\nemitStatus('Searching-Offers')`, [
    'Searching-Offers:unregistered',
  ]),
  form('prose', `import { emitStatus } from '#kit'\nemitStatus('Searching for offers…')`, ['-:prose']),
  form(
    'prose, put together',
    `import { emitStatus } from '#kit'\nconst what = 'offers'\nemitStatus(\`Searching for \${what}\`)`,
    ['-:prose'],
  ),
  form('an internal event', `import { emitStatus } from '#kit'\nemitStatus('tool_result' as never)`, [
    'tool_result:internal',
  ]),
  form('another sub-agent’s emitter', `import { emitterFor } from '#kit'\nemitterFor('rewards')('looking_up_points')`, [
    'looking_up_points:not_owner',
  ]),
]
