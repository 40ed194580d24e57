import type { ServerResponse } from 'node:http'

/** One correctly signed purchase request, whatever became of it. */
export interface Arrival {
  reference: string
  /** Milliseconds from the end of the request to the end of the reply or of the connection; null until then. */
  milliseconds: number | null
}

/** Every purchase requested since the start, including those that never reached the books. */
export class Arrivals {
  readonly #all: Arrival[] = []

  /** Records a request, and when its reply was sent or its connection was lost. */
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
