/** Loaded before a measured server: tells the bench what its process has used, and ends with the bench. */
process.on('message', (request: unknown) => {
  if (request !== 'usage') return
  // Where it may: what is garbage is not in use.
  globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu_us: user + system, rss_bytes: process.memoryUsage.rss() })
})
process.on('disconnect', () => process.exit(0))
// Listening keeps no process alive that has nothing else to do.
process.channel?.unref()
