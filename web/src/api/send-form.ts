import type { Call, ProblemText } from '@portal/contract/call'
import type { z } from 'zod'
import { addressOf } from './call-address.ts'
import { unreachable } from './problem.ts'
import { readReply } from './send.ts'

/** Milliseconds: as long as the server accepts a form, plus the time it takes to process an image. */
const patience = 150_000

/** Reports the progress, 0 to 1, which `fetch` cannot do. @throws ApiProblem for every refusal and failure */
export async function sendForm<Body extends z.ZodType<object>, Reply extends z.ZodType>(
  call: Call<z.ZodType, z.ZodType, z.ZodType, Body, Reply, Readonly<Record<string, ProblemText>>>,
  body: z.input<Body> & object,
  onProgress: (part: number) => void = () => undefined,
): Promise<z.output<Reply>> {
  const { ok, text } = await transfer(call.method, addressOf(call), formOf(body), onProgress)
  return readReply(call, ok, text)
}

async function transfer(
  method: string,
  address: string,
  form: FormData,
  onProgress: (part: number) => void,
): Promise<{ ok: boolean; text: string }> {
  return await new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = () => reject(unreachable())
    request.open(method, address)
    request.withCredentials = true
    request.timeout = patience
    request.addEventListener('load', () => {
      resolve({ ok: request.status >= 200 && request.status < 300, text: request.responseText })
    })
    for (const trouble of ['error', 'timeout'] as const) request.addEventListener(trouble, fail)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.send(form)
  })
}

function formOf(body: object): FormData {
  const form = new FormData()
  for (const [name, value] of new Map<string, unknown>(Object.entries(body))) {
    if (value instanceof Blob) form.append(name, value)
    else if (typeof value === 'string' || typeof value === 'number') form.append(name, String(value))
  }
  return form
}
