// The style sheets every page needs.
import './theme.css'
import './base.css'
