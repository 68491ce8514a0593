import { Hono } from 'hono';

/** The least worker to hold size and start-up against. */
export default new Hono().get('/', (c) => c.text('Hello'));

export { Cell } from './no-cell.ts';
