/**
 * The browser script of the stand-in, at the address of Stripe's own, and the pages that it puts into frames: the card
 * fields with a wallet beside them, a bank account, and a bank that wants to see its customer. It offers the calls that the portal
 * makes, in the shapes of `@stripe/stripe-js`; what is typed goes from the frame straight to the stand-in, never to the
 * portal.
 */
export function browserScript(origin: string): string {
  return `(() => {
  const origin = ${JSON.stringify(origin)}
  const reply = (frame, message, transfer) => new Promise((resolve) => {
    const channel = new MessageChannel()
    channel.port1.onmessage = ({ data }) => resolve(data)
    frame.contentWindow.postMessage(message, origin, [channel.port2])
  })
  function paymentElement(options, { wallets }) {
    const listeners = new Map()
    const tell = (name, event) => (listeners.get(name) ?? []).forEach((listen) => listen(event))
    const frame = document.createElement('iframe')
    frame.title = 'Secure payment input frame'
    const isBank = (options.allowedPaymentMethodTypes ?? ['card'])[0] === 'us_bank_account'
    frame.src = origin + (isBank ? '/frames/bank-account' : '/frames/card')
    frame.setAttribute('width', '100%')
    frame.setAttribute('height', '228')
    frame.setAttribute('frameborder', '0')
    frame.setAttribute('allowtransparency', 'true')
    frame.addEventListener('load', async () => {
      await reply(frame, { do: 'show', variables: options.appearance?.variables ?? {}, hasWallet: wallets?.googlePay !== 'never' })
      tell('ready', { elementType: 'payment' })
    })
    return {
      frame,
      on(name, listen) { listeners.set(name, [...(listeners.get(name) ?? []), listen]) },
      mount(place) { (typeof place === 'string' ? document.querySelector(place) : place).append(frame) },
      unmount() { frame.remove() },
      destroy() { frame.remove() },
      update() {},
    }
  }
  window.Stripe = Object.assign((key) => ({
    elements(options) {
      let element = null
      return {
        create(type, own = {}) { element = paymentElement(options, own); return element },
        getElement() { return element },
        update() {},
        async submit() { return await reply(element.frame, { do: 'check' }) },
        element() { return element },
      }
    },
    async createConfirmationToken({ elements, params }) {
      const { billing_details: details = {}, us_bank_account: account = {} } = params?.payment_method_data ?? {}
      return await reply(elements.getElement().frame, { do: 'token', key, details, holder: account.account_holder_type })
    },
    async handleNextAction({ clientSecret }) {
      const shade = document.createElement('div')
      Object.assign(shade.style, { position: 'fixed', inset: '0', zIndex: '2147483647', background: 'rgb(0 0 0 / 0.5)' })
      const frame = document.createElement('iframe')
      frame.title = 'Your bank'
      frame.src = origin + '/frames/bank'
      Object.assign(frame.style, { position: 'absolute', inset: '10% 0 auto', margin: 'auto', width: 'min(400px, 96%)', height: '320px', border: '0', borderRadius: '12px', background: '#fff' })
      shade.append(frame)
      document.body.append(shade)
      await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
      frame.focus()
      const result = await reply(frame, { do: 'ask', key, clientSecret })
      shade.remove()
      return result
    },
  }), { version: 'endive' })
})()`
}

const style = `
  body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: transparent; color: var(--colorText, #111) }
  form { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; padding: 2px }
  label { display: grid; gap: 4px; font-size: 14px }
  .wide { grid-column: 1 / -1 }
  input, select { box-sizing: border-box; width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--colorTextSecondary, #777); border-radius: 8px; background: var(--colorBackground, #fff); color: inherit; font: inherit }
  fieldset { display: flex; gap: 24px; margin: 0; padding: 0; border: 0 }
  legend { position: absolute; clip-path: inset(50%) }
  fieldset label { display: flex; align-items: center; gap: 8px; min-height: 44px }
  input[type='radio'] { width: 20px; min-height: 20px; margin: 0 }
  [hidden] { display: none }
  input[aria-invalid='true'] { border-color: var(--colorDanger, #b3261e) }
  p { margin: 0; color: var(--colorDanger, #b3261e); font-size: 14px }
  button { min-height: 44px; padding: 8px 20px; border: 0; border-radius: 8px; background: #0a67a8; color: #fff; font: inherit }
  button.plain { background: none; color: #0a67a8; text-decoration: underline }
  main { display: grid; gap: 16px; padding: 24px }`

export const cardFrame = `<!doctype html><html lang="en"><title>Card</title><style>${style}</style>
<form autocomplete="on" novalidate>
  <fieldset class="wide"><legend>Pay with</legend>
    <label><input type="radio" name="method" value="card" checked>Card</label>
    <label><input type="radio" name="method" value="google_pay">Google Pay</label>
  </fieldset>
  <label class="wide">Card number<input name="number" inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234"></label>
  <label>Expiration date<input name="expiry" inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY"></label>
  <label>Security code<input name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="CVC"></label>
  <p class="wide" role="alert"></p>
</form>
<script>
  const form = document.forms[0], said = document.querySelector('p')
  const digits = (name) => form[name].value.replace(/\\D/g, '')
  const wrong = () => [
    digits('number').length < 14 && ['number', 'Your card number is incomplete.'],
    digits('expiry').length !== 4 && ['expiry', 'Your card’s expiration date is incomplete.'],
    digits('cvc').length < 3 && ['cvc', 'Your card’s security code is incomplete.'],
  ].find(Boolean)
  const isWallet = () => form.elements.method.value === 'google_pay'
  form.addEventListener('change', () => {
    for (const label of form.querySelectorAll('form > label')) label.hidden = isWallet()
    said.textContent = ''
  })
  const check = () => {
    const found = isWallet() ? undefined : wrong()
    for (const input of form.elements) input.removeAttribute('aria-invalid')
    said.textContent = found ? found[1] : ''
    if (!found) return {}
    form[found[0]].setAttribute('aria-invalid', 'true')
    form[found[0]].focus()
    return { error: { type: 'validation_error', message: found[1] } }
  }
  form.addEventListener('submit', (event) => event.preventDefault())
  addEventListener('message', async ({ data, ports: [port] }) => {
    if (data.do === 'show') {
      document.querySelector('fieldset').hidden = !data.hasWallet
      for (const [name, value] of Object.entries(data.variables)) document.body.style.setProperty('--' + name, value)
      return port.postMessage({})
    }
    if (data.do === 'check') return port.postMessage(check())
    const { error } = check()
    if (error) return port.postMessage({ error })
    const expiry = digits('expiry')
    const typed = isWallet() ? { number: '4242424242424242', cvc: '', exp_month: '12', exp_year: '2034', wallet: 'google_pay' } : {
      number: digits('number'), cvc: digits('cvc'), exp_month: expiry.slice(0, 2), exp_year: '20' + expiry.slice(2),
    }
    const body = new URLSearchParams({
      ...typed, name: data.details.name ?? '', postal_code: data.details.address?.postal_code ?? '',
    })
    const reply = await fetch('/v1/confirmation_tokens', { method: 'POST', headers: { authorization: 'Bearer ' + data.key }, body })
    const made = await reply.json()
    port.postMessage(reply.ok ? { confirmationToken: made } : { error: made.error })
  })
</script></html>`

/** Where the payer logs in to a bank, or types the numbers of an account: the bank then gets a small deposit with a code. */
export const bankAccountFrame = `<!doctype html><html lang="en"><title>Bank account</title><style>${style}</style>
<form autocomplete="off" novalidate>
  <fieldset class="wide"><legend>Find the account</legend>
    <label><input type="radio" name="way" value="login" checked>Log in to your bank</label>
    <label><input type="radio" name="way" value="typed">Type the numbers</label>
  </fieldset>
  <label class="wide" data-way="login">Account<select name="chosen">
    <option value="">Choose an account</option>
    <option value="000123456789">Checking ••••6789</option>
    <option value="000222222227">Checking ••••2227 (not enough money)</option>
    <option value="000111111113">Savings ••••1113 (closed)</option>
    <option value="000333333335">Checking ••••3335 (not authorized)</option>
    <option value="000555555559">Checking ••••5559 (disputed later)</option>
    <option value="000000000009">Checking ••••0009 (never answered)</option>
  </select></label>
  <label data-way="typed" hidden>Routing number<input name="routing" inputmode="numeric"></label>
  <label data-way="typed" hidden>Account number<input name="account" inputmode="numeric"></label>
  <p class="wide" role="alert"></p>
</form>
<script>
  const form = document.forms[0], said = document.querySelector('p')
  const isLogin = () => form.elements.way.value === 'login'
  form.addEventListener('change', () => {
    for (const label of form.querySelectorAll('[data-way]')) label.hidden = label.dataset.way !== form.elements.way.value
    said.textContent = ''
  })
  const digits = (name) => form[name].value.replace(/\\D/g, '')
  const wrong = () => isLogin()
    ? [form.chosen.value === '' && ['chosen', 'Choose a bank account.']].find(Boolean)
    : [
        digits('routing').length !== 9 && ['routing', 'Your routing number is incomplete.'],
        digits('account').length < 4 && ['account', 'Your account number is incomplete.'],
      ].find(Boolean)
  const check = () => {
    const found = wrong()
    for (const input of form.elements) input.removeAttribute('aria-invalid')
    said.textContent = found ? found[1] : ''
    if (!found) return {}
    form[found[0]].setAttribute('aria-invalid', 'true')
    form[found[0]].focus()
    return { error: { type: 'validation_error', message: found[1] } }
  }
  form.addEventListener('submit', (event) => event.preventDefault())
  addEventListener('message', async ({ data, ports: [port] }) => {
    if (data.do === 'show') {
      for (const [name, value] of Object.entries(data.variables)) document.body.style.setProperty('--' + name, value)
      return port.postMessage({})
    }
    if (data.do === 'check') return port.postMessage(check())
    const { error } = check()
    if (error) return port.postMessage({ error })
    const found = isLogin()
      ? { routing_number: '110000000', account_number: form.chosen.value, is_logged_in: 'true' }
      : { routing_number: digits('routing'), account_number: digits('account') }
    const body = new URLSearchParams({ ...found, account_holder_type: data.holder ?? 'individual', name: data.details.name ?? '' })
    const reply = await fetch('/v1/confirmation_tokens', { method: 'POST', headers: { authorization: 'Bearer ' + data.key }, body })
    const made = await reply.json()
    port.postMessage(reply.ok ? { confirmationToken: made } : { error: made.error })
  })
</script></html>`

export const bankFrame = `<!doctype html><html lang="en"><title>Your bank</title><style>${style}</style>
<main><h1>Your bank</h1><p style="color:inherit">This stand-in asks whether you confirm the payment.</p>
  <button name="passed">Complete authentication</button><button class="plain" name="failed">Fail authentication</button></main>
<script>
  addEventListener('message', ({ data, ports: [port] }) => {
    for (const button of document.querySelectorAll('button')) button.onclick = async () => {
      const body = new URLSearchParams({ client_secret: data.clientSecret, result: button.name })
      const id = data.clientSecret.split('_secret_')[0]
      const isSetup = id.startsWith('seti_')
      const reply = await fetch('/v1/' + (isSetup ? 'setup' : 'payment') + '_intents/' + id + '/authenticate', { method: 'POST', headers: { authorization: 'Bearer ' + data.key }, body })
      const made = await reply.json()
      port.postMessage(reply.ok ? { [isSetup ? 'setupIntent' : 'paymentIntent']: made } : { error: made.error })
    }
    document.querySelector('button').focus()
  })
</script></html>`
