/** Hands the world to what is shown inside the text. */
import { createContext } from "react";
import type { Uploads } from "../upload/uploads";
import type { World } from "../world";

export const Surroundings = createContext<World | undefined>(undefined);
export const UploadsOfNote = createContext<Uploads | undefined>(undefined);
