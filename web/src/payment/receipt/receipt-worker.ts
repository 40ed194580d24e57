import regularUrl from './fonts/inter-regular.ttf?url'
import semiboldUrl from './fonts/inter-semibold.ttf?url'
import type { Receipt } from './receipt.ts'
import { makeReceiptPdf } from './receipt-pdf.ts'

/** What the worker answers: the file, or that it could not be made. */
export type ReceiptAnswer = { readonly pdf: Blob } | { readonly failed: true }

declare const self: DedicatedWorkerGlobalScope

// Drawing a file takes a few hundred milliseconds on a slow phone; here it does not hold up the page.
self.addEventListener('message', (event: MessageEvent<Receipt>) => {
  void answer(event.data).then((reply) => self.postMessage(reply))
})

async function answer(receipt: Receipt): Promise<ReceiptAnswer> {
  try {
    const [regular, semibold] = await Promise.all([fontAt(regularUrl), fontAt(semiboldUrl)])
    const bytes = await makeReceiptPdf(receipt, { regular, semibold })
    return { pdf: new Blob([bytes], { type: 'application/pdf' }) }
  } catch {
    return { failed: true }
  }
}

async function fontAt(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`No font at ${url}`)
  return new Uint8Array(await response.arrayBuffer())
}
