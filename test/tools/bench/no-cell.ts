/** Wrangler bundles only Workers that export every class which wrangler.toml names. Those that import this one use no cell. */
export class Cell {}
