import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { handler } from 'altcha-lib/workers/shared'

// The worker that comes with the library derives keys with Node's crypto; in a browser it has to be the browser's.
handler({ deriveKey })
