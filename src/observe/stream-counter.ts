import type { Attributes, Meter } from '@opentelemetry/api'

export type Cell = { count: number; readonly attributes: Attributes }

/**
 * A counter whose series are plain cells, read only when someone asks for the metrics: counting is a look-up and a
 * sum, where an OpenTelemetry `add` sorts and serialises the attributes each time.
 */
export class StreamCounter {
  readonly #cells: Cell[] = []

  constructor(meter: Meter, name: string, description: string) {
    meter.createObservableCounter(name, { description }).addCallback((result) => {
      for (const { count, attributes } of this.#cells) result.observe(count, attributes)
    })
  }

  /** The caller bounds how many it makes. */
  newCell(attributes: Attributes): Cell {
    const cell = { count: 0, attributes: Object.freeze(attributes) }
    this.#cells.push(cell)
    return cell
  }
}

/** The cells of one counter that differ in one label. */
export class LabelledCells {
  readonly #cells = new Map<string, Cell>()
  readonly #counter: StreamCounter
  readonly #label: string
  readonly #attributes: Attributes

  constructor(counter: StreamCounter, label: string, attributes: Attributes) {
    this.#counter = counter
    this.#label = label
    this.#attributes = attributes
  }

  add(value: string): void {
    let cell = this.#cells.get(value)
    if (cell === undefined) {
      cell = this.#counter.newCell({ [this.#label]: value, ...this.#attributes })
      this.#cells.set(value, cell)
    }
    cell.count += 1
  }
}

/** One series that is there from its first count on. */
export class LazyCell {
  readonly #make: () => Cell
  #cell: Cell | undefined

  constructor(counter: StreamCounter, attributes: Attributes) {
    this.#make = () => counter.newCell({ ...attributes })
  }

  add(): void {
    const cell = (this.#cell ??= this.#make())
    cell.count += 1
  }
}
