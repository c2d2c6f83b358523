import { CANCELS, CONTEXT_REASONS, FRAME_ERRORS, PROBLEMS } from '../../../src/contract/index.ts'

// Put together at run time, so that no scanner of the repository takes them for real ones.
const random = 'Zk3vQ9xT7bN2mL8pR4wY6cD1fG5hJ0sA'
export const SECRETS: readonly string[] = [
  `sk-${random}`,
  `sk-proj-${random}_${random}`,
  `sk_live_${random}`,
  `AKIA${'IOSFODNN7EXAMPLE'}`,
  `ghp_${random}`,
  `github_pat_11AB_${random}`,
  `xoxb-123456789012-${random}`,
  `Bearer ${random}`,
  `bearer ${random.replaceAll(/\d/g, 'x')}.${random}`,
  `Authorization: Basic dXNlcjpwYXNzd29yZA==`,
  `token: 123e4567-e89b-12d3-a456-426614174000`,
  `eyJ${random}.eyJ${random}.${random}`,
  `-----BEGIN RSA PRIVATE KEY-----\n${random}\n${random}==\n-----END RSA PRIVATE KEY-----`,
  `postgres://app:${random}@db.example.com:5432/shop`,
  `https://admin:${random}@shop.example.com/path?x=1`,
  `redis://:${random}@cache:6379/0`,
  `password=hunter2!`,
  `api_key="${random}"`,
  `token: ${random.toLowerCase()}`,
  `key=${'0123456789abcdef'.repeat(2)}`,
]

export const CODES: readonly string[] = [
  ...Object.keys(FRAME_ERRORS),
  ...Object.keys(CANCELS),
  ...CONTEXT_REASONS,
  ...Object.keys(PROBLEMS),
].filter((code) => code.includes('_'))

export const INTERNALS: readonly string[] = [
  'resp_01J8ZK3VQ9XT7BN2',
  'conv_9f86d081884c7d65',
  'call_12',
  'call_Zk3vQ9xT7bN2mL8pR4wY6cD1',
  'payments-db.internal',
  'ccs.shop.svc:8080',
  'http://ccs.svc.cluster.local/v1/enrichers/offers.search',
  'printer.local',
  'localhost:3000',
  'http://127.0.0.1:41873/v1/chat',
  '10.12.0.7',
  '172.16.4.9:6379',
  '192.168.1.20',
  '/usr/local/lib/node_modules/x/index.js',
  '/var/log/onevoice.log',
  'src/turn/turn.ts:41:7',
  'file:///work/app/main.ts',
  'C:\\Program Files\\OneVoice\\main.js',
  'SELECT id, points FROM accounts WHERE user = 7;',
  '"cache_meta":{"hit":true,"age":3}',
  '"principal": {"tenant_id":"t","user_id":"u"}',
  'enricher_id',
  'ECONNREFUSED',
  'TypeError: x is not a function',
]
