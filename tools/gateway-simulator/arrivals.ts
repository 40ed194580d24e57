import type { ServerResponse } from 'node:http'

/** One request for a purchase, well signed, whatever became of it. */
export interface Arrival {
  reference: string
  /** Milliseconds from the end of the request to the end of the reply or of the connection; null until then. */
  milliseconds: number | null
}

/** Every purchase ever asked for since the start, also those that never came into the books. */
export class Arrivals {
  readonly #all: Arrival[] = []

  /** Notes a request, and when its reply is out or its connection is gone. */
  note(reference: string, response: ServerResponse): void {
    const began = performance.now()
    const arrival: Arrival = { reference, milliseconds: null }
    this.#all.push(arrival)
    response.once('close', () => (arrival.milliseconds = performance.now() - began))
  }

  /** In order of arrival. */
  list(): readonly Arrival[] {
    return this.#all
  }
}
