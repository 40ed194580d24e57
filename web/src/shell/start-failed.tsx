/** Shown when the page came without its start data. Nothing is known then, not even the utility's name. */
export function StartFailed() {
  return (
    <main>
      <h1>We couldn’t open this page</h1>
      <p>Reload the page. If that doesn’t help, try again later.</p>
    </main>
  )
}
