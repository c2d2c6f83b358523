/** Whether a model call failed on its provider's rate limit, as provider packages say it. */
export const isRateLimit = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (('status' in error && error.status === 429) ||
    ('lc_error_code' in error && error.lc_error_code === 'MODEL_RATE_LIMIT'))
