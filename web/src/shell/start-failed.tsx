/** Shown when the page came without its start data. Nothing is known then, not even the utility's name. */
export function StartFailed() {
  return (
    <main>
      <h1>We could not open this page</h1>
      <p>Please reload it. If that does not help, please try again later.</p>
    </main>
  )
}
