// The screens of a class that is open. They share most of what they need, so they are fetched together.
export { default as Projector } from './Projector.svelte';
export { default as Wall } from './Wall.svelte';
