// The style sheets every page needs.
import './base.css'
