import { Hono } from 'hono';

/** The smallest worker, with which size and start-up are compared. */
export default new Hono().get('/', (c) => c.text('Hello'));

export { Cell } from './no-cell.ts';
