/** The other end of `inChild`: module, export, options → what it answers. */
const [module, name, options] = process.argv.slice(2) as [string, string, string]

// As `onevoice serve` does: LangChain reads it on every run, and it is slow to read.
process.env = { ...process.env }

const exports = (await import(module)) as Record<string, (options: unknown) => Promise<unknown>>
const measure = exports[name]
if (measure === undefined) throw new Error(`${module} exports no ${name}`)
process.send?.(await measure(JSON.parse(options)), () => process.disconnect())
