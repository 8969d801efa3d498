import { defineConfig } from "vite";
import { guildhallApp } from "../tools/vite-app.ts";

export default defineConfig(guildhallApp("portal", "http://ashcombe.localhost:8080"));
